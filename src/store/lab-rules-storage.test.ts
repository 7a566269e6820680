import { describe, expect, it } from 'vitest';
import { readRules, writeRules } from './lab-rules-storage.ts';

const storage = (text: string | null) => {
  let kept = text;
  return () => ({
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  });
};

describe('named rules on this device', () => {
  it('come back as they were kept', () => {
    const device = storage(null);
    expect(readRules(device)).toEqual({ rules: [], trouble: null });
    expect(writeRules([{ name: 'TASR', text: 'repeat & margin > 0.25' }], device)).toBeNull();
    expect(readRules(device).rules).toEqual([{ name: 'TASR', text: 'repeat & margin > 0.25' }]);
  });

  it('what is no rule is left out, what cannot be read is said', () => {
    expect(readRules(storage('[{"name":1,"text":"x"},{"name":"a","text":"x"},null]')).rules).toHaveLength(1);
    expect(readRules(storage('{')).trouble).toContain('cannot be read');
    const closed = () => {
      throw new DOMException('closed', 'SecurityError');
    };
    expect(readRules(closed).trouble).toContain('keeps nothing');
    expect(writeRules([], closed)).toContain('keeps nothing');
  });
});
