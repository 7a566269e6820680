import { isObject, type JsonObject } from '../importers/guards.ts';

/**
 * The part of JSON Schema 2020-12 that exchange.schema.json uses; any other keyword throws, so that none is passed over.
 * Gives the paths that do not fit.
 */
export const violations = (schema: JsonObject, value: unknown): readonly string[] => check(schema, value, '', schema);

const ANNOTATIONS: ReadonlySet<string> = new Set(['$schema', '$defs', 'title', 'description']);

const check = (schema: unknown, value: unknown, path: string, root: JsonObject): readonly string[] => {
  if (schema === false) return [`${path}: not allowed`];
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, rule]) => {
    if (ANNOTATIONS.has(keyword)) return [];
    const rules = RULES[keyword];
    if (rules === undefined) throw new Error(`Keyword ${keyword} is not known here.`);
    return rules(rule, value, path, root, schema);
  });
};

type Rule = (rule: unknown, value: unknown, path: string, root: JsonObject, schema: JsonObject) => readonly string[];

const failIf = (isWrong: boolean, message: string): readonly string[] => (isWrong ? [message] : []);
const typesOf = (value: unknown): readonly string[] => {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['number', 'integer'] : [typeof value];
};
const list = (rule: unknown): readonly unknown[] => (Array.isArray(rule) ? rule : [rule]);

const RULES: Readonly<Record<string, Rule>> = {
  $ref: (rule, value, path, root) => {
    const name = /^#\/\$defs\/(\w+)$/.exec(String(rule))?.[1];
    const target = isObject(root.$defs) && name !== undefined ? root.$defs[name] : undefined;
    if (target === undefined) throw new Error(`No ${String(rule)}`);
    return check(target, value, path, root);
  },
  type: (rule, value, path) => failIf(!typesOf(value).some((type) => list(rule).includes(type)), `${path}: no ${rule}`),
  const: (rule, value, path) => failIf(value !== rule, `${path}: not ${rule}`),
  enum: (rule, value, path) => failIf(!list(rule).includes(value), `${path}: none of ${rule}`),
  minimum: (rule, value, path) => failIf(typeof value === 'number' && value < Number(rule), `${path}: too small`),
  maximum: (rule, value, path) => failIf(typeof value === 'number' && value > Number(rule), `${path}: too large`),
  minItems: (rule, value, path) => failIf(Array.isArray(value) && value.length < Number(rule), `${path}: too short`),
  required: (rule, value, path) =>
    isObject(value)
      ? list(rule).flatMap((key) => failIf(!Object.hasOwn(value, String(key)), `${path}: no ${key}`))
      : [],
  properties: (rule, value, path, root) =>
    isObject(value) && isObject(rule)
      ? Object.keys(value).flatMap((key) =>
          Object.hasOwn(rule, key) ? check(rule[key], value[key], `${path}.${key}`, root) : [],
        )
      : [],
  additionalProperties: (rule, value, path, root, schema) => {
    if (!isObject(value)) return [];
    const named = isObject(schema.properties) ? schema.properties : {};
    return Object.keys(value).flatMap((key) =>
      Object.hasOwn(named, key) ? [] : check(rule, value[key], `${path}.${key}`, root),
    );
  },
  prefixItems: (rule, value, path, root) =>
    Array.isArray(value)
      ? list(rule).flatMap((item, i) => (i < value.length ? check(item, value[i], `${path}[${i}]`, root) : []))
      : [],
  items: (rule, value, path, root, schema) => {
    const from = Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
    return Array.isArray(value)
      ? value.slice(from).flatMap((item, i) => check(rule, item, `${path}[${from + i}]`, root))
      : [];
  },
  anyOf: (rule, value, path, root) => {
    const results = list(rule).map((option) => check(option, value, path, root));
    return results.some((found) => found.length === 0)
      ? []
      : [`${path}: fits none (${results.flat().slice(0, 4).join('; ')})`];
  },
};
