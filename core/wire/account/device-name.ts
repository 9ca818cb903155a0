/** A readable name for a user agent: 'Chrome on Windows'. The order matters, as most user agents name other browsers too. */
export function deviceName(userAgent: string): string {
  const found = (names: readonly (readonly [RegExp, string])[]) => names.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = found(browsers)
  const system = found(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another program'
}

export type DeviceKind = 'phone' | 'tablet' | 'laptop' | 'computer'

/**
 * What kind of device a user agent is of. An iPad that asks for websites as a computer gets them, as it does by default, has the user
 * agent of a Mac.
 */
export const deviceKind = (userAgent: string): DeviceKind =>
  kinds.find(([sign]) => sign.test(userAgent))?.[1] ?? 'computer'

const kinds = [
  [/iPhone|iPod|Android.{0,400}Mobile/, 'phone'],
  [/iPad|Android|Tablet/, 'tablet'],
  [/Mac OS X|Macintosh|CrOS/, 'laptop'],
] as const

const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/(Headless)?Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
] as const
