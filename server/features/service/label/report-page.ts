import { createHash } from 'node:crypto'
import { labelForm } from '#contract/entities/service/label/label-flow.ts'
import { labelReport, mostLabelPhotos } from '#contract/entities/service/label/label-report.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import { markerCookie } from '#contract/sync/sync.ts'
import type { Reportable } from './found.ts'
import { mostPhotoBytes } from './photos.ts'
import { fieldText, reportWords } from './report-words.ts'

/** A captcha as the page shows it. */
interface ShownCaptcha {
  readonly key: string
  readonly image: string
}

interface Form {
  readonly label: Reportable
  readonly token: string
  readonly formKey: string
  readonly captcha: ShownCaptcha
  /** What was typed before, and why it was not taken. */
  readonly typed?: Readonly<Record<string, string>>
  readonly problem?: Words
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0 auto;max-width:560px;padding:16px 16px 40px;font:17px/1.5 system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif;color:#1f2328;background:#fff}
header{display:flex;justify-content:space-between;align-items:center;gap:12px}h1{font-size:22px;margin:8px 0}.device{border:1px solid #d0d7de;border-radius:10px;padding:12px 14px;margin:8px 0 16px}.device b{display:block;font-size:19px;overflow-wrap:anywhere}
a{color:#0b5cad;display:inline-flex;align-items:center;min-height:48px}label{display:block;margin:14px 0 0;font-weight:600}small{display:block;font-weight:400;color:#57606a}
input,textarea{font:inherit;width:100%;min-height:48px;padding:10px 12px;margin-top:4px;border:1px solid #8c959f;border-radius:8px;background:#fff;color:inherit}textarea{min-height:120px}
button{font:inherit;font-weight:600;width:100%;min-height:52px;margin-top:20px;border:0;border-radius:10px;background:#0b5cad;color:#fff}button[disabled]{opacity:.6}button.plain{width:auto;margin:0;padding:0 12px;background:none;color:#0b5cad}
.captcha{display:flex;align-items:center;gap:8px;margin-top:4px}.captcha img{width:180px;height:60px;border-radius:8px;background:#fff}.said{border-radius:10px;padding:12px 14px;margin:12px 0;background:#fff8c5;color:#3d2e00;white-space:pre-line;overflow-wrap:anywhere}.bad{background:#ffebe9;color:#82071e}.good{background:#dafbe1;color:#0a3d17;font-size:19px}
summary{min-height:48px;display:flex;align-items:center;color:#0b5cad;font-weight:600}:focus-visible{outline:3px solid #0b5cad;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}a,button.plain,summary{color:#79c0ff}input,textarea{background:#161b22;border-color:#6e7681}.device{border-color:#30363d}small{color:#9198a1}.said{background:#3d2e00;color:#fff1b8}.bad{background:#67060c;color:#ffdcd7}.good{background:#0f5323;color:#d2f8d8}button{background:#1f6feb}button.plain{background:none}}`

// In the words of browsers of 2018. A form that is sent without it works, too: it is posted as it is, and the next page says how that went.
const script = `(function(){
if(/(?:^|; )${markerCookie}=/.test(document.cookie)){location.replace(location.pathname+'?app=1');return}
var form=document.querySelector('form');if(!form||!window.fetch||!window.FormData)return;
var say=document.getElementById('problem'),button=form.querySelector('button[type=submit]'),words=form.dataset;
function problem(text){say.textContent=text;say.hidden=!text;if(text){say.scrollIntoView();say.focus()}}
function captcha(c){form.captchaKey.value=c.key;document.getElementById('captcha').src=c.image;form.captchaCode.value=''}
function small(file){return new Promise(function(done){
if(!/^image\\/(jpeg|png|webp|heic|heif)$/.test(file.type)||file.size<800000||!HTMLCanvasElement.prototype.toBlob)return done(file);
var image=new Image(),url=URL.createObjectURL(file);image.onerror=function(){URL.revokeObjectURL(url);done(file)};
image.onload=function(){var most=2000/Math.max(image.width,image.height,2000),canvas=document.createElement('canvas');canvas.width=Math.round(image.width*most);canvas.height=Math.round(image.height*most);
var pen=canvas.getContext('2d');pen.fillStyle='#fff';pen.fillRect(0,0,canvas.width,canvas.height);pen.drawImage(image,0,0,canvas.width,canvas.height);URL.revokeObjectURL(url);
canvas.toBlob(function(blob){done(blob&&blob.size<file.size?blob:file)},'image/jpeg',.8)};image.src=url})}
document.getElementById('again').hidden=false;
document.getElementById('again').addEventListener('click',function(){fetch('/api/blade-auth/oauth/captcha').then(function(r){if(!r.ok)throw r;return r.json()}).then(captcha,function(){problem(words.offline)})});
form.addEventListener('submit',function(event){event.preventDefault();if(button.disabled)return;
var photos=Array.prototype.slice.call(form.photos.files);if(photos.length>${mostLabelPhotos})return problem(words.photos);
button.disabled=true;problem('');
Promise.all(photos.map(small)).then(function(files){
var data=new FormData();['description','reporterName','reporterPhone','room','formKey','captchaKey','captchaCode'].forEach(function(name){data.append(name,form[name].value)});
files.forEach(function(file,n){data.append('photos',file,n+'.jpg')});
return fetch(form.getAttribute('action'),{method:'POST',body:data,headers:{accept:'application/json'},credentials:'same-origin'})}).then(function(r){return r.json()}).then(function(told){
if(told.done){var done=document.createElement('p');done.className='said good';done.setAttribute('role','status');done.tabIndex=-1;done.textContent=told.message;var main=document.querySelector('main');main.textContent='';main.appendChild(done);done.focus();return}
button.disabled=false;if(told.captcha)captcha(told.captcha);problem(told.message||told.msg||words.offline)}).catch(function(){button.disabled=false;problem(words.offline)})})})()`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the page may load: what stands in it, and the captcha that a press on it asks for. */
export const reportPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  'img-src data: blob:',
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** How a language is written in the page, and what it calls itself. */
const spokenAs = new Map<Language, readonly [locale: string, name: string]>([
  ['zh', ['zh-CN', '中文']],
  ['en', ['en-GB', 'English']],
])

/** A whole page around its content. `path`: its own address. */
function around(language: Language, path: string, content: string): string {
  const say = (words: Words): string => html(words[language])
  const other = language === 'zh' ? 'en' : 'zh'
  const [[locale], [otherLocale, otherName]] = [spokenAs.get(language)!, spokenAs.get(other)!]
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta name="format-detection" content="telephone=no"><link rel="icon" href="data:,"><title>${say(reportWords.title)}</title><style>${style}</style></head><body><header><h1>${say(reportWords.title)}</h1><a href="${path}?lang=${other}" lang="${otherLocale}" hreflang="${otherLocale}">${otherName}</a></header><main>${content}</main><p><a href="${path}?app=1">${say(reportWords.signIn)}</a></p><script>${script}</script></body></html>`
}

const pathOf = (token: string): string => `/m/c/${encodeURIComponent(token)}`

/** The page of a label that is not to be reported, the same for each of them. `said`: another sentence. */
export const plainPage = (language: Language, token: string, said: Words = reportWords.none): string =>
  around(language, pathOf(token), `<p class="said" role="status">${html(said[language])}</p>`)

/** The page after a report. */
export const donePage = (language: Language, token: string, said: Words): string =>
  around(language, pathOf(token), `<p class="said good" role="status">${html(said[language])}</p>`)

type Name = keyof typeof labelForm

/** The form for a report. */
export function formPage(language: Language, { label, token, formKey, captcha, typed = {}, problem }: Form): string {
  const say = (words: Words): string => html(words[language])
  const field = (name: Name, more: string): string => {
    const { max } = labelForm[name]
    const isRequired = 'required' in labelForm[name] ? ' required' : ''
    const value = html(typed[name] ?? '')
    const heading = `${say(fieldText(name))}${isRequired ? '' : ` <small>${say(reportWords.optional)}</small>`}`
    const input =
      name === 'description'
        ? `<textarea name="${name}" maxlength="${max}"${isRequired}>${value ? `\n${value}` : ''}</textarea>`
        : `<input name="${name}" maxlength="${max}"${isRequired} ${more} value="${value}">`
    return `<label>${heading}${input}</label>`
  }
  const path = pathOf(token)
  const form = `<form method="post" action="${path}?lang=${language}" enctype="multipart/form-data" data-offline="${say(reportWords.offline)}" data-photos="${say(reportWords.tooManyPhotos)}">
<p id="problem" class="said bad" role="alert" tabindex="-1"${problem ? '' : ' hidden'}>${problem ? say(problem) : ''}</p>
${field('description', '')}
<label>${say(labelReport.fields.photos)} <small>${say(reportWords.photoHint)}</small><input type="file" name="photos" accept="image/*" multiple></label>
${field('reporterName', 'autocomplete="name"')}${field('reporterPhone', 'type="tel" autocomplete="tel"')}${field('room', '')}
<label for="captchaCode">${say(reportWords.captcha)}</label><div class="captcha"><img id="captcha" alt="${say(reportWords.captchaPicture)}" src="${html(captcha.image)}"><button type="button" class="plain" id="again" hidden>${say(reportWords.another)}</button></div>
<input id="captchaCode" name="captchaCode" maxlength="10" required autocomplete="off" autocapitalize="none"><input type="hidden" name="captchaKey" value="${html(captcha.key)}"><input type="hidden" name="formKey" value="${html(formKey)}">
<button type="submit">${say(reportWords.send)}</button><small>${say(reportWords.purpose)}</small></form>`
  const device = `<div class="device"><b>${html(label.deviceName)}</b>${html(label.deviceCode)}</div>`
  const note = label.note ? `<p class="said">${html(label.note)}</p>` : ''
  if (!label.reportedAt) return around(language, path, `${device}${note}${form}`)
  const already = `<p class="said" role="status">${say(reportWords.already(label.reportedAt))}</p>`
  const rest = problem ? form : `<details><summary>${say(reportWords.more)}</summary>${form}</details>`
  return around(language, path, `${device}${already}${note}${rest}`)
}

/** Bytes that a report may have at most: its photos, and the form around them. */
export const mostReportBytes = mostLabelPhotos * mostPhotoBytes + 64 * 1024
