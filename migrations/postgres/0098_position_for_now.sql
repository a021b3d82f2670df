ALTER TABLE projects ADD COLUMN position BIGINT;
ALTER TABLE gallery_images ADD COLUMN position BIGINT;
ALTER TABLE team_members ADD COLUMN position BIGINT;
