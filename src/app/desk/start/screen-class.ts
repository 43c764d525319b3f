/** 3 for wide windows (1200 pixels and more), 2 from 992, 1 from 768, else 0. */
export function screenClass(width: number): 0 | 1 | 2 | 3 {
  return width >= 1200 ? 3 : width >= 992 ? 2 : width >= 768 ? 1 : 0
}
