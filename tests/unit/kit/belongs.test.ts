import { expect, it } from 'vitest'
import { oss } from '#contract/entities/tooling/oss.ts'
import { belongs } from '#contract/kit/entity/belongs.ts'

const { bucketName, remark } = oss.fields

it('a field of one choice stands on the record with that choice alone', () => {
  expect(belongs(bucketName, undefined, { category: 's3' })).toBe(true)
  expect(belongs(bucketName, '', { category: 'local' })).toBe(false)
  expect(belongs(bucketName, undefined, {})).toBe(false)
  expect(belongs(remark, undefined, { category: 'local' })).toBe(true)
})

it('what is filled or required stays in sight with every choice', () => {
  expect(belongs(bucketName, 'files', { category: 'local' })).toBe(true)
  expect(belongs({ ...bucketName, required: true }, undefined, { category: 'local' })).toBe(true)
})
