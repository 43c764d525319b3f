/** The title of the panel of disposals on the first page, for the manifest and the panel. */
export const homeDisposals = { zh: '处置进行中', en: 'Disposals in progress' } as const
