import type { FastifyInstance } from 'fastify'
import { forgotPassword, resetForgotten } from '#contract/calls/identity/forgotten.ts'
import { signInHelp } from '#contract/calls/identity/identity.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { checkCaptcha, helpOf, originOf, tenantNamed } from '#server/features/identity/public.ts'
import { countedTogether } from '#server/http/counted.ts'
import { inputOf, type Mounting } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import { languageOf, refuseForeignOrigin } from '#server/http/who.ts'
import { read } from '#server/kit/refuse.ts'
import { codeWays } from './code-ways.ts'
import { keepAsk } from './reset-asks.ts'
import { countAsked, resetByCode } from './reset-password.ts'

/** The public calls of who has forgotten a password. `limit`: a minute, by address. */
export function forgottenRoutes(app: FastifyInstance, mounting: Mounting, limit: number): void {
  const { tools, publicUrl } = mounting
  const countedSignInHelp = countedTogether(app, limit)
  for (const path of pathsOf(signInHelp))
    app.get(`/api${path}`, countedSignInHelp, async (request, reply) => {
      const given = read(signInHelp.input, inputOf(request))
      const { mail, sms } = await codeWays(tools.pool, await tenantNamed(tools.pool, given))
      return sendAnswer(request, reply, 'one', { text: await helpOf(tools.pool, given), sends: mail || sms })
    })
  const countedForgot = countedTogether(app, limit)
  for (const path of pathsOf(forgotPassword))
    app.post(`/api${path}`, countedForgot, async (request, reply) => {
      refuseForeignOrigin(request, publicUrl)
      const given = read(forgotPassword.input, inputOf(request)) as Record<'account' | 'key' | 'code', string> &
        Partial<Record<'tenantId' | 'tenantName', string | null>>
      await checkCaptcha(tools.pool, given.key, given.code)
      const { account, tenantId = null, tenantName = null } = given
      await countAsked(tools.pool, 'forgot', await tenantNamed(tools.pool, given), account)
      await keepAsk(tools, { tenantId, tenantName, account, language: languageOf(request), from: originOf(request) })
      return sendAnswer(request, reply.header('cache-control', 'no-store'), 'one', { asked: true })
    })
  const countedReset = countedTogether(app, limit)
  for (const path of pathsOf(resetForgotten))
    app.post(`/api${path}`, countedReset, async (request, reply) => {
      refuseForeignOrigin(request, publicUrl)
      const done = await resetByCode(tools, inputOf(request), originOf(request))
      return sendAnswer(request, reply.header('cache-control', 'no-store'), 'one', done)
    })
}
