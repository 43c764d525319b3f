type Rgb = readonly [number, number, number]

const rgbOf = (hex: string): Rgb => {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  return [1, 3, 5].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb
}
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (one: Rgb, other: Rgb, share: number): Rgb => one.map((part, at) => part + (other[at]! - part) * share) as unknown as Rgb

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two `#rrggbb` colours by WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The colour nearest to the chosen one that reads on a ground: mixed with black or white until the contrast is reached. */
export function readable(colour: string, ground: string, least = 4.6): string {
  const towards: Rgb = contrast('#000000', ground) > contrast('#ffffff', ground) ? [0, 0, 0] : [255, 255, 255]
  for (let share = 0; share < 1; share += 0.02) {
    const tried = hexOf(mix(rgbOf(colour), towards, share))
    if (contrast(tried, ground) >= least) return tried
  }
  return hexOf(towards)
}

/** A colour that is `share` (0 to 1) of the way from one `#rrggbb` to another. */
export const mixed = (from: string, to: string, share: number): string => hexOf(mix(rgbOf(from), rgbOf(to), share))

/** The colour nearest to the chosen one that reads on every one of some grounds. */
export function readableOn(colour: string, grounds: readonly string[], least: number): string {
  const worst = (tried: string): number => Math.min(...grounds.map((ground) => contrast(tried, ground)))
  const tried = grounds.map((ground) => readable(colour, ground, least)).sort((one, other) => worst(other) - worst(one))
  return tried[0] ?? colour
}
