import { expect, it } from 'vitest'
import { greeting } from '#src/features/insight/greeting.ts'

it.each([
  ['[SHELL-GREET-1]', [5, 8], '早上好'],
  ['[SHELL-GREET-2]', [9, 11], '上午好'],
  ['[SHELL-GREET-3]', [12, 13], '中午好'],
  ['[SHELL-GREET-4]', [14, 17], '下午好'],
  ['[SHELL-GREET-5]', [18, 21], '晚上好'],
  ['[SHELL-GREET-6]', [22, 0, 4], '夜深了，注意休息'],
])('%s greets by the hour', (_id, hours, words) => {
  for (const hour of hours) expect(greeting(hour).zh).toBe(words)
})
