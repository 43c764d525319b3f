import type { FastifyInstance } from 'fastify'
import { federatedBegin, signInWays } from '#contract/calls/identity/identity.ts'
import { registerFederated } from '#contract/calls/identity/registration.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { countedTogether } from '#server/http/counted.ts'
import { inputOf, type Mounting } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import { refuseForeignOrigin } from '#server/http/who.ts'
import { siteOf } from '#server/kit/outbound/site.ts'
import { read } from '#server/kit/refuse.ts'
import { isSecure } from '../sign-in/session-cookies.ts'
import { originOf } from '../sign-in/sign-in.ts'
import { tenantNamed } from '../sign-in/tenant-named.ts'
import { visitAddress } from './federated-client.ts'
import { registerVouched } from './federated-registration.ts'
import { sendAway } from './federated-request.ts'
import { returnAddress } from './federated-sign-in.ts'
import { offeredTo, providerOf, visited } from './identity-provider.ts'
import { newAway } from './oidc-client.ts'

/** The public calls of signing in elsewhere. `limit`: a minute, by address. */
export function federatedRoutes(app: FastifyInstance, mounting: Mounting, limit: number): void {
  const { tools, publicUrl } = mounting
  const countedSignInWays = countedTogether(app, limit)
  for (const path of pathsOf(signInWays))
    app.get(`/api${path}`, countedSignInWays, async (request, reply) => {
      const tenantId = await tenantNamed(tools.pool, read(signInWays.input, inputOf(request)))
      const ways = (await offeredTo(tools.pool, tenantId)).map(({ code, name, kind }) => ({ tenantId, source: code, name, kind }))
      return sendAnswer(request, reply, 'list', ways)
    })
  const countedFederatedBegin = countedTogether(app, limit)
  for (const path of pathsOf(federatedBegin))
    app.post(`/api${path}`, countedFederatedBegin, async (request, reply) => {
      refuseForeignOrigin(request, publicUrl)
      const { tenantId, source } = read(federatedBegin.input, inputOf(request)) as { tenantId: string; source: string }
      const provider = await providerOf(tools.pool, tenantId, source, visited)
      const away = newAway()
      const back = returnAddress(siteOf(tools), tenantId, source)
      const address = await visitAddress(tools, provider, back, away, request.headers['user-agent'] ?? '')
      await sendAway(tools.pool, reply, { tenantId, providerId: provider.id, away, secure: isSecure(request, publicUrl) })
      return sendAnswer(request, reply, 'one', { address })
    })
  const countedRegisterFederated = countedTogether(app, limit)
  for (const path of pathsOf(registerFederated))
    app.post(`/api${path}`, countedRegisterFederated, async (request, reply) => {
      refuseForeignOrigin(request, publicUrl)
      const done = await registerVouched(tools, inputOf(request), originOf(request))
      return sendAnswer(request, reply.header('cache-control', 'no-store'), 'one', done)
    })
}
