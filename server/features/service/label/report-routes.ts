import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { labelForm } from '#contract/entities/service/label/label-flow.ts'
import { mostLabelPhotos } from '#contract/entities/service/label/label-report.ts'
import { Refusal, sentence } from '#contract/kit/errors.ts'
import { isId, parse } from '#contract/kit/fields/parse.ts'
import { sayProblem } from '#contract/kit/fields/problem.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import { markerCookie } from '#contract/sync/sync.ts'
import { checkCaptcha, newCaptcha } from '#server/features/identity/public.ts'
import { countedTogether } from '#server/http/counted.ts'
import type { Mounting } from '#server/http/mount.ts'
import { refusalFrom } from '#server/http/reply.ts'
import { languageOf, refuseForeignOrigin } from '#server/http/who.ts'
import { networkOf } from '#server/kit/access/network-of.ts'
import { labelNamed, type Reportable } from './found.ts'
import { originOfReport } from './limits.ts'
import { type Photo, photoOf } from './photos.ts'
import { donePage, formPage, mostReportBytes, plainPage, reportPolicy } from './report-page.ts'
import { reportWords } from './report-words.ts'
import { cutSlow } from './slow-sender.ts'
import { isReported, takeReport } from './take-report.ts'

type LabelRequest = FastifyRequest<{ Params: { token: string }; Querystring: { app?: string; lang?: string } }>

const path = '/m/c/:token'

/** Reports that a process receives at once, and of them those of one address: their photos are held in memory. */
const mostAtOnce = { all: 8, address: 3 } as const
const receiving = new Map<string, number>()

/** Counts a report while it is received and worked on. Refuses `busy` above the limits. */
function hold(request: FastifyRequest, reply: FastifyReply): void {
  const ip = networkOf(request.ip)
  const own = receiving.get(ip) ?? 0
  const all = [...receiving.values()].reduce((sum, one) => sum + one, 0)
  if (own >= mostAtOnce.address || all >= mostAtOnce.all) throw new Refusal('busy')
  receiving.set(ip, own + 1)
  cutSlow(request.raw, () => request.raw.socket.destroy())
  reply.raw.once('close', () => {
    const left = receiving.get(ip)! - 1
    if (left > 0) receiving.set(ip, left)
    else receiving.delete(ip)
  })
}

const isLanguage = (value: unknown): value is Language => value === 'zh' || value === 'en'
const spoken = (request: LabelRequest): Language => (isLanguage(request.query.lang) ? request.query.lang : languageOf(request))

/** Who has a session on this device, or says so, gets the program. */
const wantsProgram = (request: LabelRequest): boolean => request.query.app !== undefined || Boolean(request.cookies[markerCookie])

const asksForJson = (request: FastifyRequest): boolean => (request.headers.accept ?? '').startsWith('application/json')

const sendPage = (reply: FastifyReply, code: number, page: string): FastifyReply =>
  reply
    .code(code)
    .header('content-security-policy', reportPolicy)
    // Browsers name no origin in a form of a page that sends no referrer, and the origin is asked for.
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .header('vary', 'cookie, accept-language')
    .type('text/html; charset=utf-8')
    .send(page)

interface Filled {
  readonly texts: Readonly<Record<string, string>>
  readonly photos: readonly Buffer[]
}

/** Blank lines in a body: more than a form has with all its parts and the paragraphs of a description. */
const mostBlanks = 1000

/** Whether a body may have more parts than a person's form: hundreds of thousands of a few bytes each would be read before the captcha is looked at. */
function hasManyParts(body: Buffer): boolean {
  let found = 0
  // The head of each part ends with one.
  for (let at = body.indexOf('\r\n\r\n'); at >= 0 && found <= mostBlanks; at = body.indexOf('\r\n\r\n', at + 4)) found++
  return found > mostBlanks
}

/** A form as it was sent. Refuses a body that is none. */
async function formOf(request: FastifyRequest): Promise<Filled> {
  if (!Buffer.isBuffer(request.body) || hasManyParts(request.body)) throw new Refusal('bad_request')
  const headers = { 'content-type': String(request.headers['content-type']) }
  const form = await new Response(new Uint8Array(request.body), { headers }).formData().catch(() => {
    throw new Refusal('bad_request')
  })
  const texts: Record<string, string> = {}
  const photos: Buffer[] = []
  for (const [name, value] of form)
    if (typeof value === 'string') texts[name] = value.replace(/\r\n?/g, '\n')
    else if (name === 'photos' && value.size > 0) photos.push(Buffer.from(await value.arrayBuffer()))
  return { texts, photos }
}

/** Why a form is not taken; its texts stay. */
class Unfit extends Error {
  constructor(
    readonly said: Words,
    readonly status = 400,
  ) {
    super(said.en)
  }
}

const bothOf = (code: Refusal['code']): Words => ({ zh: sentence(code, {}, 'zh'), en: sentence(code, {}, 'en') })

async function report({ tools }: Mounting, request: FastifyRequest, label: Reportable, { texts, photos }: Filled): Promise<Words> {
  const origin = originOfReport(tools, label.tenantId, request.ip)
  const { formKey = '', captchaKey, captchaCode } = texts
  if (!isId(formKey)) throw new Refusal('bad_request')
  if (await isReported(tools, label.tenantId, formKey)) return reportWords.done
  const given = Object.fromEntries(Object.keys(labelForm).map((name) => [name, texts[name] || null]))
  const { value, problems } = parse(labelForm, given)
  if (problems.length > 0)
    throw new Unfit({
      zh: problems.map((one) => sayProblem(one, 'zh')).join('；'),
      en: problems.map((one) => sayProblem(one, 'en')).join('; '),
    })
  if (photos.length > mostLabelPhotos) throw new Unfit(reportWords.tooManyPhotos)
  await checkCaptcha(tools.pool, captchaKey, captchaCode).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'wrong_captcha' ? new Unfit(bothOf('wrong_captcha')) : error
  })
  const kept: Photo[] = []
  for (const bytes of photos) {
    const photo = await photoOf(bytes)
    if (!photo) throw new Unfit(reportWords.badPhoto)
    kept.push(photo)
  }
  const {
    description,
    reporterName,
    reporterPhone,
    room = null,
  } = value as Record<'description' | 'reporterName' | 'reporterPhone', string> & {
    room?: string | null
  }
  const done = await takeReport(tools, label, { description, reporterName, reporterPhone, room, photos: kept, formKey, origin })
  if (!done.taken) throw new Unfit(reportWords.tooMany, 429)
  return done.lostPhotos > 0 ? reportWords.doneWithout : reportWords.done
}

/**
 * The printed address of a label, for people without a session: a small page by which they report a fault, where the hospital wants it. Everybody else gets
 * the program as at any other address. `limit`: requests a minute, by address of the network.
 */
export function labelReportRoutes(app: FastifyInstance, mounting: Mounting, limit: number): void {
  const { tools, publicUrl } = mounting
  const { config, onRequest } = countedTogether(app, limit)
  const counted = onRequest as onRequestAsyncHookHandler | undefined
  const count = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await counted?.call(app, request, reply)
  }
  // A page that cannot be given is said in the words of the page.
  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply): unknown => {
    const refusal = refusalFrom(error)
    if (!refusal || asksForJson(request)) throw error
    const of = request as LabelRequest
    return sendPage(reply, refusal.http, plainPage(spoken(of), of.params.token, bothOf(refusal.code)))
  }
  app.register((own, _, done) => {
    own.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, took) => took(null, body))
    own.get(path, { ...(config && { config }), errorHandler }, async (request, reply) => {
      const of = request as LabelRequest
      if (wantsProgram(of)) return reply.callNotFound()
      await count(request, reply)
      const label = await labelNamed(tools.pool, of.params.token)
      if (label === 'app') return reply.callNotFound()
      const { token } = of.params
      if (label === 'none') return sendPage(reply, 404, plainPage(spoken(of), token))
      const captcha = await newCaptcha(tools.pool)
      return sendPage(reply, 200, formPage(spoken(of), { label, token, formKey: randomUUID(), captcha }))
    })
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      await count(request, reply)
      refuseForeignOrigin(request, publicUrl)
      hold(request, reply)
    }
    own.post(path, { ...(config && { config }), bodyLimit: mostReportBytes, onRequest, errorHandler }, async (request, reply) => {
      const of = request as LabelRequest
      const { token } = of.params
      const language = spoken(of)
      const filled = await formOf(request)
      const label = await labelNamed(tools.pool, token)
      if (typeof label === 'string')
        return asksForJson(request)
          ? reply.code(404).header('cache-control', 'no-store').send({ done: false, message: reportWords.none[language] })
          : sendPage(reply, 404, plainPage(language, token))
      try {
        const said = await report(mounting, request, label, filled)
        return asksForJson(request)
          ? reply.header('cache-control', 'no-store').send({ done: true, message: said[language] })
          : sendPage(reply, 200, donePage(language, token, said))
      } catch (error) {
        if (!(error instanceof Unfit)) throw error
        const captcha = await newCaptcha(tools.pool)
        if (asksForJson(request))
          return reply.code(error.status).header('cache-control', 'no-store').send({ done: false, message: error.said[language], captcha })
        const { formKey = '' } = filled.texts
        return sendPage(
          reply,
          error.status,
          formPage(language, { label, token, formKey, captcha, typed: filled.texts, problem: error.said }),
        )
      }
    })
    done()
  })
}
