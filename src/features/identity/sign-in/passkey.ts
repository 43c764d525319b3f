import type { passkeyAsk, passkeyBegin } from '#contract/calls/identity/passkey.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Words } from '#contract/kit/words.ts'
import { ApiError } from '#src/data/api-error.ts'

/** What the server has a browser ask a passkey. */
export type PasskeyAsked = AnswerOf<typeof passkeyAsk>['options']

/** What came of asking: the answer for the server, as JSON, or what to tell the person. */
export type PasskeyOutcome = { readonly answer: string } | { readonly problem: Words }

const notDone: Words = { zh: '没有完成通行密钥验证，请重试', en: 'The passkey was not used. Try again' }
const isThere: Words = { zh: '此设备上已有您的通行密钥', en: 'This device already has a passkey of yours' }

/** Whether this browser offers passkeys for a host name: here, and nowhere else. */
export const canUsePasskeys = (rpId: string | null | undefined): boolean =>
  globalThis.isSecureContext && 'PublicKeyCredential' in globalThis && rpId === globalThis.location.hostname

/** What a refused log-in lets a passkey be asked, where this browser can. */
export function passkeyAskedIn(error: unknown): PasskeyAsked | undefined {
  if (!(error instanceof ApiError)) return undefined
  const asked = (error.data as { passkey?: PasskeyAsked } | null)?.passkey
  return canUsePasskeys(asked?.rpId) ? asked : undefined
}

// By hand: the browsers of older phones know passkeys, but not their JSON.
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const listed = (ids: PasskeyAsked['allowCredentials']): PublicKeyCredentialDescriptor[] =>
  ids.map(({ id, transports }) => ({ type: 'public-key', id: bytesOf(id), transports: [...transports] as AuthenticatorTransport[] }))

async function outcomeOf(asking: () => Promise<Credential | null>): Promise<PasskeyOutcome> {
  try {
    const made = (await asking()) as PublicKeyCredential | null
    if (!made) return { problem: notDone }
    const response = made.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse
    const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const
    const said = parts.flatMap((name) => (response[name] ? [[name, textOf(response[name])]] : []))
    const answer = {
      id: made.id,
      rawId: textOf(made.rawId),
      type: made.type,
      clientExtensionResults: made.getClientExtensionResults(),
      response: { ...Object.fromEntries(said), transports: response.getTransports?.() },
    }
    return { answer: JSON.stringify(answer) }
  } catch (thrown) {
    return { problem: (thrown as Error).name === 'InvalidStateError' ? isThere : notDone }
  }
}

/** Asks a passkey of the person. Never throws. */
export const showPasskey = (asked: PasskeyAsked): Promise<PasskeyOutcome> =>
  outcomeOf(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        allowCredentials: listed(asked.allowCredentials),
        rpId: asked.rpId,
        timeout: asked.timeout,
        userVerification: 'required',
      },
    }),
  )

/** Has the browser make a passkey. Never throws. */
export const makePasskey = (asked: AnswerOf<typeof passkeyBegin>['options']): Promise<PasskeyOutcome> =>
  outcomeOf(() =>
    navigator.credentials.create({
      publicKey: {
        rp: asked.rp,
        user: { ...asked.user, id: bytesOf(asked.user.id) },
        challenge: bytesOf(asked.challenge),
        pubKeyCredParams: asked.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: listed(asked.excludeCredentials),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        timeout: asked.timeout,
        attestation: 'none',
      },
    }),
  )
