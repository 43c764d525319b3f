/** A part of an element's value. `N`: digits, `X`: GS1 character set 82, `Y`: set 39, `Z`: base64url. */
export interface Part {
  readonly kind: 'N' | 'X' | 'Y' | 'Z'
  /** Shortest and longest length; equal for a fixed length. */
  readonly min: number
  readonly max: number
  /** The whole part may be missing. */
  readonly isOptional: boolean
  /** `csum`: ends in a check digit. `yymmdd0`: a date, day 00 for the last of the month. `yymmdd`: a date. `hhmi`: a time. */
  readonly check?: 'csum' | 'yymmdd0' | 'yymmdd' | 'hhmi'
}

/** Definition of an application identifier. */
export interface Facts {
  /** The length is predefined, so no separator follows. */
  readonly isFixed: boolean
  readonly parts: readonly Part[]
}

// Notation of GS1's Barcode Syntax Dictionary, without the rules between elements. `*`: no separator needed; brackets: optional.
const dictionary = `
00 * N18,csum
01-03 * N14,csum
10 X..20
11-13 15-17 * N6,yymmdd0
20 * N2
21-22 X..20
235 X..28
240-241 X..30
242 N..6
243 X..20
250-251 X..30
253 N13,csum [X..17]
254 X..20
255 N13,csum [N..12]
30 N..8
3100-3105 3110-3115 3120-3125 3130-3135 3140-3145 3150-3155 3160-3165 * N6
3200-3205 3210-3215 3220-3225 3230-3235 3240-3245 3250-3255 3260-3265 3270-3275 3280-3285 3290-3295 * N6
3300-3305 3310-3315 3320-3325 3330-3335 3340-3345 3350-3355 3360-3365 3370-3375 * N6
3400-3405 3410-3415 3420-3425 3430-3435 3440-3445 3450-3455 3460-3465 3470-3475 3480-3485 3490-3495 * N6
3500-3505 3510-3515 3520-3525 3530-3535 3540-3545 3550-3555 3560-3565 3570-3575 * N6
3600-3605 3610-3615 3620-3625 3630-3635 3640-3645 3650-3655 3660-3665 3670-3675 3680-3685 3690-3695 * N6
37 N..8
3900-3909 3920-3929 N..15
3910-3919 3930-3939 N3 N..15
3940-3943 N4
3950-3955 N6
400-401 403 X..30
402 N17,csum
410-417 * N13,csum
420 X..20
421 N3 X..9
422 424 426 N3
423 425 N3 [N3] [N3] [N3] [N3]
427 X..3
4300-4301 4310-4311 4320 X..35
4302-4306 4312-4316 X..70
4307 4317 X2
4308 4319 X..30
4309 N20
4318 X..20
4321-4323 N1
4324-4325 N6,yymmdd0 N4
4326 N6,yymmdd
4330-4333 N6 [X1]
7001 N13
7002 X..30
7003 N6,yymmdd N4,hhmi
7004 N..4
7005 X..12
7006 N6,yymmdd
7007 N6,yymmdd [N6,yymmdd]
7008 X..3
7009 X..10
7010 X..2
7011 N6,yymmdd [N4,hhmi]
7020-7022 X..20
7023 X..30
7030-7039 N3 X..27
7040 N1 X3
7041 X..4
710-717 X..20
7230-7239 X2 X..28
7240 X..20
7241 N2
7242 X..25
7250 N8
7251 N12
7252 N1
7253-7254 7259 X..40
7255 X..10
7256 X..90
7257 X..70
7258 X3
8001 N14
8002 X..20
8003 N14,csum [X..16]
8004 X..30
8005 N6
8006 8026 N14,csum N4
8007 X..34
8008 N6,yymmdd0 N2 [N2] [N2]
8009 X..50
8010 Y..30
8011 N..12
8012 X..20
8013-8014 X..25
8017-8018 N18,csum
8019 N..10
8020 X..25
8030 Z..90
8040-8041 N15
8042 N32
8043 N18 [N..2]
8111 N4
8200 X..70
90 X..30
91-99 X..90
`

const partForm = /^(\[?)([NXYZ])(\.\.)?(\d+)(?:,(csum|yymmdd0|yymmdd|hhmi))?\]?$/

function partOf(text: string): Part {
  const [, bracket, kind, upTo, length, check] = partForm.exec(text) as unknown as [string, string, Part['kind'], string?, string?, string?]
  const max = Number(length)
  return { kind, min: upTo ? 1 : max, max, isOptional: bracket === '[', ...(check ? { check: check as NonNullable<Part['check']> } : {}) }
}

const identifiers = (range: string): string[] => {
  const [first = '', last = first] = range.split('-')
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => String(Number(first) + at).padStart(first.length, '0'))
}

function read(): ReadonlyMap<string, Facts> {
  const table = new Map<string, Facts>()
  for (const line of dictionary.trim().split('\n')) {
    const words = line.split(' ')
    const facts = { isFixed: words.includes('*'), parts: words.filter((word) => partForm.test(word)).map(partOf) }
    for (const range of words.filter((word) => /^\d+(-\d+)?$/.test(word))) for (const ai of identifiers(range)) table.set(ai, facts)
  }
  return table
}

let table: ReadonlyMap<string, Facts> | undefined

/** Definitions of all application identifiers, parsed on first use. */
export function gs1Table(): ReadonlyMap<string, Facts> {
  table ??= read()
  return table
}
