// node:assert/strict as far as our tests use it.

const words = (value) => JSON.stringify(value, (_, one) => (ArrayBuffer.isView(one) ? [...one] : one));

function check(right, ...values) {
  if (!right) throw new Error(values.map(words).join(" and "));
}

export default {
  ok: (value) => check(value, value),
  equal: (one, other) => check(Object.is(one, other), one, other),
  notEqual: (one, other) => check(!Object.is(one, other), one, other),
  deepEqual: (one, other) => check(words(one) === words(other), one, other),
  rejects: (promise) => promise.then(() => check(false, "it did not reject"), () => {}),
};
