import { expect, test } from 'vitest'
import { kinds } from '#server/demo/demo-kinds.ts'
import { fridgeModel, models } from '#server/demo/demo-names.ts'
import { devicePicture, drawnNames } from '#server/demo/device-pictures.ts'

test('the forty commonest classes and every device of the demo have a drawing of their own', () => {
  const wanted = [...new Set([...kinds.slice(0, 40), ...models, fridgeModel].map(([name]) => name))]
  expect(wanted.filter((name) => devicePicture(name) === undefined)).toEqual([])
  expect(new Set(drawnNames.map(devicePicture)).size).toBe(drawnNames.length)
})
