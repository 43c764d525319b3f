/** Marks the texts that `markPaleTexts` suspects; axe then decides on them alone. */
export const paleMark = 'data-pale'

/**
 * Marks texts of the page whose contrast may be too low, and returns their number. Runs in the page. It compares the colour of each text with the
 * backgrounds of its ancestors and with those under its middle, which takes a tenth of the time of axe's rule; as it knows no exceptions, it only
 * suspects. Texts on pictures and gradients are left out, which axe cannot decide either.
 */
export function markPaleTexts({ within, mark }: { readonly within?: string; readonly mark: string }): number {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number]
  const known = new Map<string, Colour | undefined>()
  /** Undefined: written in a way that is not read here. */
  const parse = (text: string): Colour | undefined => {
    const [, space, numbers] = /^(rgba?|color\(srgb) ?\(?([^)]*)\)$/.exec(text) ?? []
    const [red, green, blue, alpha = 1] = (numbers ?? '')
      .split(/[\s,/]+/)
      .filter(Boolean)
      .map(Number)
    if (red === undefined || green === undefined || blue === undefined) return undefined
    const scale = space === 'color(srgb' ? 255 : 1
    const colour: Colour = [red * scale, green * scale, blue * scale, alpha]
    return colour.some(Number.isNaN) ? undefined : colour
  }
  const colourOf = (text: string): Colour | undefined => {
    if (!known.has(text)) known.set(text, parse(text))
    return known.get(text)
  }
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const over = ([r, g, b, a]: Colour, [R, G, B]: Colour): Colour => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1]
  const ancestors = (element: Element): Element[] => {
    const all: Element[] = []
    for (let one: Element | null = element; one; one = one.parentElement) all.push(one)
    return all
  }
  /** The colour that elements have together, the topmost first; `picture` where one of them has a picture. */
  const groundOf = (stack: readonly Element[]): Colour | 'picture' | 'unread' => {
    const seen: Colour[] = []
    for (const element of stack) {
      const style = styleOf(element)
      if (style.backgroundImage !== 'none') return 'picture'
      const colour = colourOf(style.backgroundColor)
      if (!colour) return 'unread'
      if (colour[3] > 0) seen.push(colour)
      if (colour[3] === 1) break
    }
    return seen.reduceRight<Colour>((ground, colour) => over(colour, ground), [255, 255, 255, 1])
  }
  const luminance = ([r, g, b]: Colour): number => {
    const [red, green, blue] = [r, g, b].map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const contrast = (one: Colour, other: Colour): number => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (light! + 0.05) / (dark! + 0.05)
  }
  const isText = (element: Element): boolean =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())

  for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
  const roots = [...document.querySelectorAll(within ?? 'body')]
  let count = 0
  for (const element of new Set(roots.flatMap((root) => [root, ...root.querySelectorAll('*')]))) {
    if (!isText(element) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.closest(':disabled, [aria-disabled="true"]')) continue
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    const style = styleOf(element)
    const above = ancestors(element)
    const met = document.elementsFromPoint(left + width / 2, top + height / 2)
    const at = met.indexOf(element)
    const opacity = above.reduce((share, one) => share * Number(styleOf(one).opacity), 1)
    const size = Number.parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    // A little more than is asked: axe rounds.
    const least = (isLarge ? 3 : 4.5) + 0.1
    const own = colourOf(style.color)
    const isSuspect = [above, ...(at < 0 ? [] : [met.slice(at)])].some((stack) => {
      const ground = groundOf(stack)
      if (ground === 'picture') return false
      if (!own || ground === 'unread') return true
      return contrast(over([own[0], own[1], own[2], own[3] * opacity], ground), ground) < least
    })
    if (!isSuspect) continue
    element.setAttribute(mark, '')
    count++
  }
  return count
}
