import type { Words } from '#contract/kit/words.ts'

const greetings: readonly (readonly [number, number, Words])[] = [
  [5, 9, { zh: '早上好', en: 'Good morning' }],
  [9, 12, { zh: '上午好', en: 'Good morning' }],
  [12, 14, { zh: '中午好', en: 'Good afternoon' }],
  [14, 18, { zh: '下午好', en: 'Good afternoon' }],
  [18, 22, { zh: '晚上好', en: 'Good evening' }],
]
const late: Words = { zh: '夜深了，注意休息', en: 'Working late' }

/** The greeting of an hour from 0 to 23. */
export function greeting(hour: number): Words {
  return greetings.find(([from, to]) => hour >= from && hour < to)?.[2] ?? late
}
