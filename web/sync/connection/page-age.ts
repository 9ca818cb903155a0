/**
 * How long ago this page was opened, in milliseconds. Nothing that it has from the server is older, and a projection that was not
 * replayed since still has the rows that it read.
 */
export const pageAge = () =>
  // The first may stand still while a computer sleeps; the second goes by a clock that can be set back.
  Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin))
