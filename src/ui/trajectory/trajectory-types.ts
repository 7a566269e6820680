/** A judge as a trajectory shows it. */
export interface TrajectoryJudge {
  readonly id: string;
  /** Position among the dataset's judges: fixes colour, dash and mark. */
  readonly index: number;
  readonly name: string;
  /** Where room is short. */
  readonly shortName: string;
  /** null: no threshold to draw. Infinity: never stop. */
  readonly threshold: number | null;
  /** The judge whose threshold decides on this page. */
  readonly isActive: boolean;
}
