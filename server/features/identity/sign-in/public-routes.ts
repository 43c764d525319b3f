import type { FastifyInstance, FastifyRequest } from 'fastify'
import { registerGuest } from '#contract/calls/identity/registration.ts'
import { tenantInfo } from '#contract/calls/settings/hospital.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { readAs } from '#server/db/pool.ts'
import { countedTogether } from '#server/http/counted.ts'
import { inputOf, type Mounting } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import { isOfFamily, refuseForeignOrigin } from '#server/http/who.ts'
import { read } from '#server/kit/refuse.ts'
import { register } from '../federated/registration-answers.ts'
import { hostOf } from '../public.ts'

const noTenant: AnswerOf<typeof tenantInfo> = { tenantId: '', tenantName: '', takesRegistrations: false, domain: null, backgroundUrl: null }

/** The tenant that signs in under a host name. */
async function infoOf({ tools }: Mounting, request: FastifyRequest) {
  const { domain } = read(tenantInfo.input, inputOf(request)) as { domain: string }
  const host = hostOf(domain)
  const [found] = await readAs(tools.pool, '000000', [
    {
      text: `select id as "tenantId", tenant_name as "tenantName", takes_registrations = 1 as "takesRegistrations", domain, null::text as "backgroundUrl"
        from tenant
        where lower(domain) = lower($1) and stopped_at is null`,
      values: [host],
    },
  ])
  // The sign-in of such a front end asks for the host it stands at, and tells the person of a refusal.
  if (!found?.rows[0] && isOfFamily(request)) return noTenant
  if (!found?.rows[0]) throw new Refusal('not_found', { what: { zh: '租户', en: 'Tenant' } })
  return found.rows[0]
}

/** The calls of who is not signed in, beside those of a session: which tenant a host is, and asking for an account. `limit`: a minute, by address. */
export function publicRoutes(app: FastifyInstance, mounting: Mounting, limit: number): void {
  const countedTenantInfo = countedTogether(app, limit)
  for (const path of pathsOf(tenantInfo))
    app.get(`/api${path}`, countedTenantInfo, async (request, reply) => sendAnswer(request, reply, 'one', await infoOf(mounting, request)))
  const countedRegisterGuest = countedTogether(app, limit)
  for (const path of pathsOf(registerGuest))
    app.post(`/api${path}`, countedRegisterGuest, async (request, reply) => {
      refuseForeignOrigin(request, mounting.publicUrl)
      return sendAnswer(request, reply.header('cache-control', 'no-store'), 'one', await register(mounting.tools, inputOf(request)))
    })
}
