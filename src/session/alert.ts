/** Says `content` under `title` and waits until the person has pressed `button`. */
export type Alert = (title: string, content: string, button: string) => Promise<void>;

let face: Alert | null = null;

/** The face that is open shows alerts in its own dialog; answers how to stop that. */
export function answerAlerts(alert: Alert): () => void {
  face = alert;
  return () => {
    if (face === alert) face = null;
  };
}

/** The alert of the face that is open, else `otherwise`. */
export const alertOr = (otherwise: Alert): Alert => face ?? otherwise;
