import { deviceName } from '#core/wire/account/device-name.ts'

/** The name of the program that read a calendar feed, from its user agent. */
export const calendarReader = (userAgent: string) =>
  programs.find(([sign]) => sign.test(userAgent))?.[1] ?? deviceName(userAgent)

const programs = [
  [/Google-Calendar/i, 'Google Calendar'],
  [/dataaccessd|iOS\//, 'Apple Calendar on iPhone'],
  [/CalendarAgent|macOS\//, 'Apple Calendar on Mac'],
  [/Outlook|Exchange|Microsoft/i, 'Outlook'],
  [/Thunderbird/i, 'Thunderbird'],
] as const
