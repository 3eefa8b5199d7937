// node:test as far as our tests use it: run() says what failed.

const tests = [];

export const test = (name, body) => void tests.push([name, body]);

/** Run every test; resolves to [how many ran, the failures in words]. */
export async function run() {
  const failures = [];
  for (const [name, body] of tests) {
    try {
      await body();
    } catch (error) {
      failures.push(`${name}: ${error.stack}`);
    }
  }
  return [tests.length, failures];
}
