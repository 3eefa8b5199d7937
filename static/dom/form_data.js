// What a form sends when a button of it is tapped, and where.

export const addressOf = (form, button) => button?.getAttribute("formaction") || form.getAttribute("action");

/** FormData with the button; browsers before 2023 leave the button out. */
export function formData(form, button) {
  const data = new FormData(form, button);
  if (button?.name && !data.getAll(button.name).includes(button.value)) data.append(button.name, button.value);
  return data;
}
