import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from './command.ts';
import { readVersion } from './version.ts';

let out = '';
let errors = '';
beforeEach(() => {
  out = '';
  errors = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('stopscope', () => {
  it('says its version and its usage', async () => {
    expect(await runCommand(['--version'])).toBe(0);
    expect(out.trim()).toBe(readVersion());
    expect(out).toMatch(/^\d+\.\d+\.\d+/);
    expect(await runCommand(['--help'])).toBe(0);
    expect(out).toContain('stopscope report DIR');
    expect(out).toContain('stopscope view');
    expect(await runCommand(['report', '--help'])).toBe(0);
    expect(errors).toBe('');
  });

  it('refuses what it does not know', async () => {
    expect(await runCommand(['evaluate'])).toBe(2);
    expect(errors).toContain('There is no command "evaluate".');
    expect(await runCommand([])).toBe(2);
    expect(await runCommand(['report'])).toBe(2);
    expect(out).toBe('');
  });

  it('writes the report to the standard output', async () => {
    expect(await runCommand(['report', 'public/samples/validation100', '--repeats', '20'])).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ question_count: 100, stopscope: { notice: 'synthetic replica' } });
  });
});
