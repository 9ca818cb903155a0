/** Where a person chooses what they are told of, and how. */
export const noticeSettings = '/profile?show=notifications'
