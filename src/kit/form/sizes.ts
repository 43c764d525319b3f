/** Widths of drawers: a form of some fields, and one with a table or a preview. A large one is as wide as a dialog, and never narrower than a small one. */
export const drawerSizes = { small: 'min(720px, 94vw)', large: 'max(70%, min(720px, 94vw))' } as const
