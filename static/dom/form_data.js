// What a form says when a button of it is tapped, and to whom.

export const addressOf = (form, button) => button?.getAttribute("formaction") || form.getAttribute("action");

/** All that it says; browsers before 2023 leave the button itself out. */
export function filled(form, button) {
  const data = new FormData(form, button);
  if (button?.name && !data.getAll(button.name).includes(button.value)) data.append(button.name, button.value);
  return data;
}
