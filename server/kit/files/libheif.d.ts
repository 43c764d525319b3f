declare module 'libheif-js/wasm-bundle.js' {
  /** A decoded picture; release its memory with `free`. */
  export interface HeifImage {
    get_width(): number
    get_height(): number
    /** Decodes the pixels (RGBA) into `into`; `null` if they cannot be decoded. */
    display(
      into: { data: Uint8ClampedArray; width: number; height: number },
      done: (shown: { data: Uint8ClampedArray } | null) => void,
    ): void
    free(): void
  }
  const heif: { readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }
  export default heif
}
