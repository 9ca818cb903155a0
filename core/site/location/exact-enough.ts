/** A device that is less sure of where it is would lead people to another street; in metres. */
const mostUncertain = 200

/** Whether a device is sure enough of where it is to save that as the location of a site. */
export const isExactEnough = ({ accuracy }: { accuracy: number }) => accuracy <= mostUncertain
