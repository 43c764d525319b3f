/** Puts `.br` and `.gz` beside each built script and style sheet in `folder`/assets. */
export const compressAssets: (folder: string) => void
