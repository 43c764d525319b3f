/** Category colours that stay distinct under colour blindness: hues after Okabe and Ito, contrast to the background at least 3:1. */
const light = ['#0072b2', '#c65102', '#00875f', '#9c4a86', '#4a4a4a', '#a08400', '#3d8fc4', '#d4537e'] as const
const dark = ['#56b4e9', '#f0924c', '#2ec79a', '#d995c0', '#d9d9d9', '#f0e442', '#8fa8ff', '#ff8fa3'] as const

type Rgb = readonly [number, number, number]
const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

/** Perceived distance of two `#rrggbb` colours, about 0 to 765. */
export function distance(one: string, other: string): number {
  const [[r1, g1, b1], [r2, g2, b2]] = [rgbOf(one), rgbOf(other)]
  const mean = (r1 + r2) / 2
  return Math.sqrt((2 + mean / 256) * (r1 - r2) ** 2 + 4 * (g1 - g2) ** 2 + (2 + (255 - mean) / 256) * (b1 - b2) ** 2)
}

/** Colours of a chart: the person's own first, then those of the list that differ clearly from it. */
export function paletteOf(primary: string, isDark: boolean): readonly string[] {
  const own = /^#[0-9a-f]{6}$/i.test(primary) ? primary.toLowerCase() : undefined
  const others = (isDark ? dark : light).filter((colour) => !own || distance(own, colour) > 100)
  return own ? [own, ...others] : others
}
