// The files of the engine, fetched before somebody needs them: whoever asks for one then finds it on its way.

const FETCHED = "fetched ahead";
const MOST = 0.85; // of the interpreter is there when its Python is asked for: the one starts while the other comes

const fetched = (address) => fetch(address, { priority: "low" });
const late = () => {}; // whoever needs it will ask for it once more

/** Fetch what the engine is made of: worker and interpreter, and behind them the bundle that it will read. */
export function supply({ worker, interpreter, size, bundle }) {
  const whole = (address) => fetched(address).then((answer) => answer.arrayBuffer()).catch(late);
  whole(worker);
  return most(interpreter, MOST * size, () => whole(bundle)).catch(late);
}

/** Fetch a file, and do something more when so many of its bytes have come. */
async function most(address, bytes, then) {
  const reader = (await fetched(address)).body.getReader();
  let left = bytes;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (left > 0 && left <= piece.value.length) then();
    left -= piece.value.length;
  }
}

/** The same for whoever sets up a match, or sees one that goes on, and will be at its table soon: once a visit and game. */
export async function supplyOnce(files) {
  if (navigator.connection?.saveData || sessionStorage.getItem(FETCHED) === files.bundle) return;
  sessionStorage.setItem(FETCHED, files.bundle);
  await supply(files);
}
