import { expect, it } from 'vitest'
import { defaultColour } from '#src/app/desk/look/themes.ts'
import { screenClass } from '#src/app/desk/start/screen-class.ts'
import { contrast, readable } from '#src/kit/contrast.ts'

it('contrast is WCAG’s', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777', '#ffffff')).toBeCloseTo(4.48, 1)
})

it('the colour starts at #409EFF and is made readable on light and dark grounds', () => {
  expect(defaultColour).toBe('#409EFF')
  for (const colour of [defaultColour, '#ffff00', '#000000', '#ffffff', '#be123c']) {
    expect(contrast(readable(colour, '#ffffff'), '#ffffff')).toBeGreaterThanOrEqual(4.6)
    expect(contrast(readable(colour, '#141414', 7), '#141414')).toBeGreaterThanOrEqual(7)
  }
})

it('a colour that reads already stays as it was chosen', () => {
  expect(readable('#be123c', '#ffffff')).toBe('#be123c')
})

it('[SHELL-SCREEN-1] [SHELL-SCREEN-2] [SHELL-SCREEN-3] [SHELL-SCREEN-4] screen classes', () => {
  expect([1200, 1199, 992, 991, 768, 767].map(screenClass)).toEqual([3, 2, 2, 1, 1, 0])
})
