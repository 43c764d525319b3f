import { type Decoded, type OpenEngine, onCanvas } from './engine.ts'
import { type CodeFormat, codeFormats, ofNative } from './formats.ts'
import { drawTestCode, testText } from './self-test.ts'

interface Detected {
  readonly rawValue: string
  readonly format: string
  readonly cornerPoints?: readonly { readonly x: number; readonly y: number }[]
}

interface Detector {
  detect(source: ImageBitmapSource): Promise<readonly Detected[]>
}

/** The browser's BarcodeDetector. */
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Tests the detector with our own pictures, as some detectors list formats but find nothing. */
async function passes(detector: Detector, formats: readonly CodeFormat[]): Promise<boolean> {
  for (const format of formats) {
    const picture = drawTestCode(format)
    if (picture && !(await detector.detect(picture)).some((code) => code.rawValue === testText)) return false
  }
  return true
}

/** The browser's detector; rejects when it lacks a format or fails the test. */
export const openNativeEngine: OpenEngine = async (formats) => {
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) throw new Error('no detector in this browser')
  const wanted = formats.map((format) => codeFormats[format].native)
  const offered = await BarcodeDetector.getSupportedFormats()
  if (!wanted.every((format) => offered.includes(format))) throw new Error('the detector lacks a format')
  const detector = new BarcodeDetector({ formats: wanted })
  if (!(await passes(detector, formats))) throw new Error('the detector failed its test')
  return {
    name: 'native',
    decode: async (frame) => {
      const found = await detector.detect(onCanvas(frame))
      return found.flatMap(({ rawValue, format, cornerPoints }): Decoded[] => {
        const ours = ofNative(format)
        return ours && rawValue ? [{ text: rawValue, format: ours, corners: cornerPoints ?? [] }] : []
      })
    },
  }
}
