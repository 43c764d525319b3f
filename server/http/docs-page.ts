/** The page that reads /api/openapi.json aloud: calls by module, with their words, parameters and bodies. */
export const docsHtml = `<!doctype html>
<html lang="zh"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>API · 医械管家 / Wardkeeper</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:1000px;margin:0 auto;padding:24px;color:#1f2328;background:#fff}h1{font-size:22px}h2{margin-top:32px;border-bottom:1px solid #d0d7de}
details{border-bottom:1px solid #eee}summary{cursor:pointer;padding:8px 0}code{font-family:ui-monospace,monospace}.m{display:inline-block;width:52px;font-weight:600;color:#0550ae}.m.post{color:#1a7f37}
pre{background:#f6f8fa;padding:12px;overflow:auto;border-radius:6px}small{color:#57606a}input{font:inherit;width:100%;padding:8px;box-sizing:border-box}@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}
pre{background:#161b22}h2,details{border-color:#30363d}small{color:#9198a1}.m{color:#79c0ff}.m.post{color:#7ee787}input{background:#161b22;color:inherit;border:1px solid #30363d}}</style>
<h1>医械管家 API <small>Wardkeeper · OpenAPI 3.1</small></h1><p><a href="openapi.json">openapi.json</a></p><label>筛选 / Filter<input id="filter" type="search"></label><main id="calls" aria-live="polite"></main><script src="docs.js"></script></html>`

export const docsScript = `const out=document.getElementById('calls');const el=(tag,text,cls)=>{const e=document.createElement(tag);if(text)e.textContent=text;if(cls)e.className=cls;return e};
fetch('openapi.json').then(r=>r.json()).then(doc=>{const all=[];for(const[path,item]of Object.entries(doc.paths))for(const[method,call]of Object.entries(item))all.push({path,method,...call});
const draw=word=>{out.replaceChildren();const modules=[...new Set(all.map(c=>c.tags[0]))];for(const module of modules){const shown=all.filter(c=>c.tags[0]===module&&(c.path+c.summary+c.description).toLowerCase().includes(word));if(!shown.length)continue;
out.append(el('h2',module));for(const c of shown){const d=el('details');const s=el('summary');s.append(el('span',c.method.toUpperCase(),'m '+c.method),el('code',c.path),' ',el('small',c.summary+' / '+c.description));d.append(s);
const body=c.requestBody?.content['application/json'].schema;const json=c.responses[200].content['application/json'];const data=json?(json.schema.properties?.data??json.schema):Object.keys(c.responses[200].content);d.append(el('pre',JSON.stringify({parameters:c.parameters?.map(p=>p.name),body,data},null,2)));out.append(d)}}};
draw('');document.getElementById('filter').addEventListener('input',e=>draw(e.target.value.toLowerCase()))})`
