/** The address of a stored file or its thumbnail; available to everyone who may see the record it belongs to. */
export const fileAddress = (id: string, size?: 'thumb' | 'page'): string => `/api/file/${id}${size ? `?size=${size}` : ''}`
