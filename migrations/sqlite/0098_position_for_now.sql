ALTER TABLE projects ADD COLUMN position INTEGER;
ALTER TABLE gallery_images ADD COLUMN position INTEGER;
ALTER TABLE team_members ADD COLUMN position INTEGER;
