/** A picture in memory: four bytes a pixel, as a canvas gives them. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Longest side of the picture that lines are cut from: large enough for the small print of a plate, small enough for a phone. */
export const WORKING_SIDE = 1920

/** The size of a picture with its longest side at most `side`. */
export function within(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Turns a picture by a quarter, clockwise. */
export function quarterTurned({ data, width, height }: Pixels): Pixels {
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const to = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) to[x * height + (height - 1 - y)] = from[y * width + x] as number
  return { data: new Uint8ClampedArray(to.buffer), width: height, height: width }
}

/** Turns a picture upside down. */
export function halfTurned({ data, width, height }: Pixels): Pixels {
  const to = new Uint32Array(new Uint32Array(data.buffer, data.byteOffset, width * height)).reverse()
  return { data: new Uint8ClampedArray(to.buffer), width, height }
}

/**
 * The values of a model: planes of blue, green and red, as the models were trained on. Each pixel is the mean of the `of` that it covers. `at` gives the
 * place in the picture of a point of the target.
 */
export function planes(
  picture: Pixels,
  size: { readonly width: number; readonly height: number; readonly padded?: number },
  at: (x: number, y: number) => readonly [x: number, y: number],
  perSide: number,
  value: (byte: number, channel: number) => number,
): Float32Array {
  const { data, width, height } = picture
  const row = size.padded ?? size.width
  const plane = row * size.height
  const out = new Float32Array(3 * plane)
  const share = 1 / (perSide * perSide)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      let [red, green, blue] = [0, 0, 0]
      for (let j = 0; j < perSide; j++)
        for (let i = 0; i < perSide; i++) {
          const [fromX, fromY] = at(x + (i + 0.5) / perSide, y + (j + 0.5) / perSide)
          // Between four pixels; beyond the border the nearest counts.
          const px = Math.min(Math.max(fromX - 0.5, 0), width - 1)
          const py = Math.min(Math.max(fromY - 0.5, 0), height - 1)
          const [left, top] = [Math.floor(px), Math.floor(py)]
          const [dx, dy] = [px - left, py - top]
          const a = (top * width + left) * 4
          const b = left + 1 < width ? a + 4 : a
          const c = top + 1 < height ? a + width * 4 : a
          const d = c + (b - a)
          const [wa, wb, wc, wd] = [(1 - dx) * (1 - dy), dx * (1 - dy), (1 - dx) * dy, dx * dy]
          red += wa * data[a]! + wb * data[b]! + wc * data[c]! + wd * data[d]!
          green += wa * data[a + 1]! + wb * data[b + 1]! + wc * data[c + 1]! + wd * data[d + 1]!
          blue += wa * data[a + 2]! + wb * data[b + 2]! + wc * data[c + 2]! + wd * data[d + 2]!
        }
      const to = y * row + x
      out[to] = value(blue * share, 0)
      out[plane + to] = value(green * share, 1)
      out[2 * plane + to] = value(red * share, 2)
    }
  return out
}
