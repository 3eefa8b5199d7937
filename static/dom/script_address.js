// The one Trusted Types policy: it lets two scripts of ours through, the engine's worker and the service worker, no other.

const OURS = /^\/(?:static\/\w+\/engine\/worker|sw)\.js$/;
const POLICY = Symbol.for("tallystick policy"); // one for all bundles of a page: a second of its name would be refused

globalThis[POLICY] ??= globalThis.trustedTypes?.createPolicy("tallystick", { createScriptURL: own }) ?? { createScriptURL: own };

/** The address of a script of ours, as a worker may be made from it; a TypeError for any other. */
export const scriptAddress = (address) => globalThis[POLICY].createScriptURL(address);

function own(address) {
  if (!OURS.test(address)) throw new TypeError(`no script of ours: ${address}`);
  return address;
}
