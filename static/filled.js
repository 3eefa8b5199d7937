// What a form says when a button of it is tapped. Browsers before 2023 leave the button itself out.

export function filled(form, button) {
  const data = new FormData(form, button);
  if (button?.name && !data.getAll(button.name).includes(button.value)) data.append(button.name, button.value);
  return data;
}
