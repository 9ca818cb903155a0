import { expect, test } from 'vitest'
import { calendarReader } from './calendar-reader.ts'

test.each([
  ['Google-Calendar-Importer', 'Google Calendar'],
  ['iOS/18.1 (22B83) dataaccessd/1.0', 'Apple Calendar on iPhone'],
  ['macOS/15.1 (24B83) CalendarAgent/1', 'Apple Calendar on Mac'],
  ['Microsoft Exchange/15.20', 'Outlook'],
  ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Thunderbird/128.0', 'Thunderbird'],
  ['curl/8.5', 'Another program'],
])('%s is %s', (userAgent, name) => expect(calendarReader(userAgent)).toBe(name))
