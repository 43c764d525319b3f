/** The address of a stored file, or of its small picture; served to whoever may see the record it hangs on. */
export const fileAddress = (id: string, size?: 'thumb'): string => `/api/file/${id}${size ? `?size=${size}` : ''}`
