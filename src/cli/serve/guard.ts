import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The names under which a page on this machine reaches the server. Any other Host header means that some site's name
 * was made to resolve to the loopback address (DNS rebinding), so its scripts would count as same-origin with us.
 */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'] as const;

/** True when the Host header names the loopback interface and exactly this port. */
export function isLoopbackHost(host: string | undefined, port: number): boolean {
  if (host === undefined) return false;
  const given = host.toLowerCase();
  return LOOPBACK_NAMES.some((name) => given === `${name}:${port}` || (port === 80 && given === name));
}

/** A fresh secret for one run of the server: 128 random bits as 32 hex digits. */
export const createToken = (): string => randomBytes(16).toString('hex');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares digests, so that neither content nor length of the secret shows in the time taken. */
export const isSameToken = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));
