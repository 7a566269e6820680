/** Series of the lower incomplete gamma function for shape 1/2, divided by Gamma(1/2): for small y. */
function lowerGammaHalf(y: number): number {
  let term = 2;
  let sum = term;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= y / (n + 0.5);
    sum += term;
  }
  return (sum * Math.sqrt(y) * Math.exp(-y)) / Math.sqrt(Math.PI);
}

/** Continued fraction of the upper one, by the modified Lentz method: for larger y. */
function upperGammaHalf(y: number): number {
  let b = y + 0.5;
  let c = 1e300;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < 1000; n++) {
    const a = -n * (n - 0.5);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) < 1e-16) break;
  }
  return (value * Math.sqrt(y) * Math.exp(-y)) / Math.sqrt(Math.PI);
}

/** P(X >= x) of a chi-square variable with one degree of freedom, x >= 0; to 1e-13 relative, into the far tail. */
export function chiSquareSurvival(x: number): number {
  const y = x / 2;
  if (y === 0) return 1;
  return y < 1.5 ? 1 - lowerGammaHalf(y) : upperGammaHalf(y);
}

/** P(Z >= z) of the standard normal. */
export function normalSurvival(z: number): number {
  const tail = chiSquareSurvival(z * z) / 2;
  return z >= 0 ? tail : 1 - tail;
}

/**
 * The z with P(Z <= z) = p, for 0 < p < 1: Newton's method on the logarithm of the upper tail, to a few units of the
 * last place. The published constants (1.959963984540054 for 0.975) go to `wilsonAt` as they are.
 */
export function normalQuantile(p: number): number {
  const tail = Math.min(p, 1 - p);
  if (tail === 0.5) return 0;
  let z = Math.sqrt(-2 * Math.log(tail));
  for (let i = 0; i < 100; i++) {
    const survival = normalSurvival(z);
    const density = Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI);
    const change = (survival / density) * Math.log(survival / tail);
    z += change;
    if (Math.abs(change) <= 2e-16 * Math.abs(z)) break;
  }
  return p < 0.5 ? -z : z;
}
