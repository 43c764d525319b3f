const browsers: readonly (readonly [string, RegExp])[] = [
  ['WeChat', /MicroMessenger\/(\d+)/],
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari\//],
]
const systems: readonly (readonly [string, RegExp])[] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['iPad', /iPad/],
  ['iPhone', /iPhone/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** `Chrome 142 · Windows` of a User-Agent; null when it names neither. What a stranger wrote there goes no further. */
export function browserWords(agent: string | undefined): string | null {
  const text = agent?.slice(0, 400) ?? ''
  const browser = browsers.flatMap(([name, pattern]) => {
    const version = pattern.exec(text)?.[1]
    return version ? [`${name} ${version.slice(0, 4)}`] : []
  })[0]
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0]
  return [browser, system].filter(Boolean).join(' · ') || null
}

/** An address as people may see it beside a session: enough to tell home from elsewhere. */
export function shortAddress(address: string | null): string | null {
  if (!address) return null
  const four = /(\d+)\.(\d+)\.(\d+)\.\d+$/.exec(address)
  return four ? `${four[1]}.${four[2]}.${four[3]}.*` : `${address.split(':').slice(0, 3).join(':')}:…`
}
