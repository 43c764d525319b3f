import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crossesItself, outlineFault, outlineOf, type Point, pointsOf } from '#contract/entities/place/outline.ts'

const read = (outline: string): readonly Point[] => pointsOf(outline)!

describe('an outline', () => {
  test('is read as it is written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 10_000 })), { minLength: 1 }),
        (given) => {
          const points = given.map(([x, y]) => ({ x: x / 10_000, y: y / 10_000 }))
          expect(read(outlineOf(points))).toEqual(points)
        },
      ),
    )
  })

  test('beside the picture comes to its edge', () => {
    expect(outlineOf([{ x: -0.2, y: 1.7 }])).toBe('0,1')
  })

  test.each(['', '0.1', '0.1,0.2,0.3', '1.1,0', '-0.1,0', '1e-1,0', '0.1 0.2', '.5,.5'])('is none: %s', (given) => {
    expect(pointsOf(given)).toBeUndefined()
  })

  test.each([
    ['a square', '0,0 1,0 1,1 0,1', false],
    ['a corner that points inwards', '0,0 1,0 0.5,0.5 1,1 0,1', false],
    ['a straight edge with a point on it', '0,0 0.5,0 1,0 1,1', false],
    ['a bow tie', '0,0 1,1 1,0 0,1', true],
    ['an edge back over the last', '0,0 1,0 0.5,0', true],
    ['a corner on another edge', '0,0 1,0 1,1 0.5,0 0,1', true],
    ['a point twice', '0,0 1,0 1,0 1,1', true],
  ])('%s crosses itself: %s, %s', (_, outline, crosses) => {
    expect(crossesItself(read(outline))).toBe(crosses)
  })

  test('of a circle never crosses itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 50 }), fc.double({ min: 0.1, max: 0.5, noNaN: true }), (count, radius) => {
        const points = Array.from({ length: count }, (_, n) => {
          const angle = (2 * Math.PI * n) / count
          return { x: 0.5 + radius * Math.cos(angle), y: 0.5 + radius * Math.sin(angle) }
        })
        expect(outlineFault(points)).toBeUndefined()
      }),
    )
  })
})
