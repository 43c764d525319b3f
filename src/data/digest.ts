/** Whether the browser offers hashing: on HTTPS and localhost only. */
export function canDigest(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/** Hex SHA-256 of a text, the form in which a password is sent at log-in. Throws where `canDigest` is false. */
export const sha256 = (text: string): Promise<string> => sha256Of(new TextEncoder().encode(text))

/** Hex SHA-256 of bytes. Throws where `canDigest` is false. */
export async function sha256Of(bytes: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
