import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ingestOk, linesSource } from '../testing/sources.ts';
import { isTagged, outlineTagged, parseTagged, questionInPrompt } from './tagged-text.ts';

const PROMPT =
  'Answer the given question. Call a search engine by <search> query </search> and it will return the results between <information> and </information>. For example, <answer> Beijing </answer>. Question: who was it?\n';

describe('tagged text (fault 20)', () => {
  it('the prompt shows tags and is none of the run', () => {
    expect(parseTagged(`${PROMPT}<think>x</think><answer> Ada </answer>`)).toEqual({ searches: [], answer: 'Ada' });
    expect(parseTagged(PROMPT)).toEqual({ searches: [], answer: null });
    const chat = `<|im_start|>user\n${PROMPT}<|im_end|>\n<|im_start|>assistant\n<search> a </search>\n<information>doc</information>`;
    expect(parseTagged(chat)).toEqual({ searches: [{ query: 'a', evidence: 'doc' }], answer: null });
    expect(questionInPrompt(chat)).toBe('who was it?');
  });

  it('searches are what came back, not tags', () => {
    const text = `<search> one </search><information>1</information>
      <search> never run
      My previous action is invalid. I should put the query between <search> and </search>.
      <search> two </search><information>it says <search>not this</search></information>
      <search> three, cut off </search>
      <answer> first </answer> <answer> last </answer>`;
    const run = parseTagged(text);
    expect(run.searches.map(({ evidence }) => evidence)).toEqual(['1', 'it says <search>not this</search>']);
    expect(run.searches[1]?.query).toBe('two');
    expect(run.answer).toBe('last');
  });

  it.each([
    ['<|begin_of_query|>q<|end_of_query|><|begin_of_documents|>d<|end_of_documents|><answer>a</answer>', 'a'],
    [
      '<|begin_search_query|>q<|end_search_query|><|begin_search_result|>d<|end_search_result|>\\boxed{\\text{a {b}}}',
      'a {b}',
    ],
    ['<search>q</search><documents>d</documents><answer>a</answer>', 'a'],
    ['<tool_call>q</tool_call><tool_response>d</tool_response><answer>a</answer>', 'a'],
  ])('dialect %s', (text, answer) => {
    expect(parseTagged(text)).toEqual({ searches: [{ query: 'q', evidence: 'd' }], answer });
  });
});

describe('field names of forks', () => {
  const full = '<search> q </search><information>d</information><answer> a </answer>';

  it('verl dumps: no id, samples of one prompt are one question', async () => {
    const rows = [1, 2, 3].map((n) => ({
      input: PROMPT,
      output: n === 3 ? '<answer>b</answer>' : full,
      gts: { target: ['a'] },
      score: n === 3 ? 0 : 1,
      step: 7,
    }));
    const { dataset } = await ingestOk([linesSource('7.jsonl', rows)]);
    expect(dataset.questions.ids).toEqual(['who was it?', 'who was it?#2', 'who was it?#3']);
    expect([...(dataset.questions.group ?? [])]).toEqual([0, 0, 0]);
    expect(dataset.questions.golds).toEqual([['a'], ['a'], ['a']]);
    expect([...dataset.questions.nativeSearches]).toEqual([1, 1, 0]);
    expect(dataset.questions.meta.map(({ name }) => name)).toEqual(['score', 'step']);
  });

  it('a label for the question is a label for its samples', async () => {
    const { dataset } = await ingestOk([
      linesSource('run.jsonl', [
        { id: 'q7', response: full },
        { id: 'q7', response: full },
      ]),
      linesSource('gold.jsonl', [{ id: 'q7', question: 'Q?', answer: 'a' }]),
    ]);
    expect(dataset.questions.ids).toEqual(['q7', 'q7#2']);
    expect(dataset.questions.golds).toEqual(['a', 'a']);
  });

  it.each([
    [
      {
        id: 1,
        question: 'Q?',
        ground_truth: { target: ['a'] },
        trajectory: full,
        score: 1,
        turns: 2,
        valid_searches: 1,
      },
      '1',
    ],
    [{ dataset: 'nq', index: 3, question: 'Q?', golden: ['a'], predicted: 'a', full_output: full }, 'nq-3'],
    [{ question: 'Q?', golden_answers: ['a'], rollout: full, score: { em: 1, f1: 0.5 }, group_uid: 'g' }, 'Q?'],
  ])('%j', async (row, id) => {
    const { dataset } = await ingestOk([linesSource('x', [row])]);
    expect(dataset.questions.ids).toEqual([id]);
    expect(dataset.questions.golds).toEqual([['a']]);
    expect(dataset.questions.nativeAnswers).toEqual(['a']);
    expect([...dataset.questions.nativeSearches]).toEqual([1]);
    expect([...dataset.states.nextAction]).toEqual([0, 1]);
  });
});

describe('scanning for words says what expressions say', () => {
  const EXPRESSIONS = [
    [/<search>([\s\S]*?)<\/search>/g, /<(information|documents|result|tool_response|observation)>([\s\S]*?)<\/\1>/g],
    [
      /<\|begin_of_query\|>([\s\S]*?)<\|end_of_query\|>/g,
      /<\|(begin_of_documents)\|>([\s\S]*?)<\|end_of_documents\|>/g,
    ],
    [
      /<\|begin_search_query\|>([\s\S]*?)<\|end_search_query\|>/g,
      /<\|(begin_search_result)\|>([\s\S]*?)<\|end_search_result\|>/g,
    ],
    [/<tool_call>([\s\S]*?)<\/tool_call>/g, /<(tool_response)>([\s\S]*?)<\/\1>/g],
  ] as const;
  const HAS_TAGS =
    /<search>[\s\S]*?<\/search>|<information>|<\|begin_of_query\|>|<\|begin_search_query\|>|<tool_call>|<answer>[\s\S]*?<\/answer>/;

  const searchesBy = (text: string, query: RegExp, evidence: RegExp) => {
    const blocks = [...text.matchAll(evidence)];
    const isInside = (at: number) => blocks.some(({ index, 0: whole }) => at > index && at < index + whole.length);
    const queries = [...text.matchAll(query)].filter(({ index }) => !isInside(index));
    let before = 0;
    return blocks.flatMap((block) => {
      const asked = queries.findLast(({ index }) => index >= before && index < block.index);
      before = block.index;
      return asked === undefined ? [] : [{ query: asked[1]!.trim(), evidence: block[2]!.trim() }];
    });
  };

  const names = ['search', 'information', 'documents', 'result', 'tool_response', 'tool_call', 'answer'];
  const words = [
    ...names.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}`]),
    ...['query', 'documents'].flatMap((name) => [`<|begin_of_${name}|>`, `<|end_of_${name}|>`]),
    ...['query', 'result'].flatMap((name) => [`<|begin_search_${name}|>`, `<|end_search_${name}|>`]),
    ...[' a ', 'b', '\n', '<'],
  ];

  it('over texts of tags in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 24 }), (parts) => {
        const text = parts.join('');
        let wanted: ReturnType<typeof searchesBy> = [];
        for (const [query, evidence] of EXPRESSIONS) {
          const found = searchesBy(text, query, evidence);
          if (found.length > wanted.length) wanted = found;
        }
        const answer = [...text.matchAll(/<answer>([\s\S]*?)<\/answer>/g)].at(-1)?.[1]?.trim() ?? null;
        expect(parseTagged(text)).toEqual({ searches: wanted, answer });
        expect(outlineTagged(text)).toEqual({ searches: wanted.length, answer });
        expect(isTagged(text)).toBe(HAS_TAGS.test(text));
      }),
      { numRuns: 3000 },
    );
  });
});
